import type { FieldErrors } from '../field-errors.ts'

/** validatePathNoBacksteps. */
export function validateNoBacksteps(errors: FieldErrors, path: string, field: string): void {
  if (hasBacksteps(path)) errors.invalid(field, path, "must not contain '..'")
}

export function hasBacksteps(path: string): boolean {
  return path.split('/').includes('..')
}

/** validateLocalDescendingPath. */
export function validateDescendingPath(errors: FieldErrors, path: string, field: string): void {
  if (path.startsWith('/')) errors.invalid(field, path, 'must be a relative path')
  validateNoBacksteps(errors, path, field)
}

/** ValidateLocalNonReservedPath. */
export function validateNonReservedPath(errors: FieldErrors, path: string, field: string): void {
  validateDescendingPath(errors, path, field)
  if (path.startsWith('..') && !path.startsWith('../..')) {
    errors.invalid(field, path, "must not start with '..'")
  }
}
