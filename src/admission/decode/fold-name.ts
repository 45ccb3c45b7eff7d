/** encoding/json's folding of names: ASCII, and the two letters that fold into it. */
export function foldName(name: string): string {
  return name
    .replaceAll('\u017f', 's')
    .replaceAll('\u212a', 'k')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
