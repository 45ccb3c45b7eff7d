import { bytesText, isInBytes } from '../cli/text/amounts.ts'

/** Cores, bytes or pieces as people write them, never more than it is. */
export function amountText(resource: string, amount: number): string {
  return isInBytes(resource) ? bytesText(amount) : String(Math.floor(amount * 100) / 100)
}

/** What people call a resource. */
export function resourceName(resource: string): string {
  return resource === 'cpu' ? 'CPU' : resource
}
