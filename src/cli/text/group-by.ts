/** The members of a list by a text made from each, in the order in which the texts first come up. */
export function groupBy<Value>(
  values: Iterable<Value>,
  textOf: (value: Value) => string,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const text = textOf(value)
    const group = groups.get(text)
    if (group === undefined) groups.set(text, [value])
    else group.push(value)
  }
  return groups
}
