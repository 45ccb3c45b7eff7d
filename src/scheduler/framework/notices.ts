/** Something about the rules of a run that the caller should know. */
export interface Notice {
  readonly code: NoticeCode
  /** The predicate, priority or rule that it is about. */
  readonly subject: string
  readonly message: string
}

export type NoticeCode =
  /** Accepted by the release and never run by it. */
  | 'never-run'
  /** Run, though the release would refuse or never run it (`options.fixes`). */
  | 'run-by-fixes'
  /** A corrected accident of the release, which changed a verdict or a score. */
  | 'fixed'
  /** Odd, but as the release has it. */
  | 'odd'

/** The notices of one run; each is given once. */
export class Notices {
  private readonly byKey = new Map<string, Notice>()

  add(code: NoticeCode, subject: string, message: string): void {
    const key = JSON.stringify([code, subject])
    if (!this.byKey.has(key)) this.byKey.set(key, { code, subject, message })
  }

  get list(): readonly Notice[] {
    return [...this.byKey.values()]
  }
}
