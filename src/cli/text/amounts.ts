const BINARY_UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'] as const

/** Whether details give amounts of a resource in bytes. */
export function isInBytes(resource: string): boolean {
  return (
    resource === 'memory' || resource === 'ephemeral-storage' || resource.startsWith('hugepages-')
  )
}

/** `29.3Gi`: two decimals at most, rounded down, so that what is free is never overstated. */
export function bytesText(bytes: number): string {
  let amount = bytes
  let unit = 0
  while (Math.abs(amount) >= 1024 && unit < BINARY_UNITS.length - 1) {
    amount /= 1024
    unit++
  }
  const rounded = Math.floor(amount * 100) / 100
  return `${rounded}${BINARY_UNITS[unit] ?? ''}`
}

/** An amount as a detail writes it, in base units: cores, bytes, pieces. */
export function amountOf(quantity: string | number): number {
  const text = String(quantity)
  return text.endsWith('m') ? Number(text.slice(0, -1)) / 1000 : Number(text)
}
