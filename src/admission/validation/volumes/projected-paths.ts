import type { FieldErrors } from '../field-errors.ts'

/** Paths of one volume, and the volume's place, which errors about a path taken twice name. */
export class ProjectedPaths {
  readonly volume: string
  private readonly errors: FieldErrors
  private readonly taken = new Set<string>()

  constructor(errors: FieldErrors, volume: string) {
    this.errors = errors
    this.volume = volume
  }

  /** The value that the error prints is not always the path. */
  take(path: string, printed: string): void {
    if (this.taken.has(path)) {
      this.errors.invalid(this.volume, printed, 'conflicting duplicate paths')
    }
    this.taken.add(path)
  }
}
