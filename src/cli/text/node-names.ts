/** Names of nodes without the end that all of them share, such as the cluster's domain. */
export class NodeNames {
  /** Begins with a dot; empty when there is none. */
  readonly commonEnd: string

  constructor(names: readonly string[]) {
    this.commonEnd = commonEnd(names)
  }

  short(name: string): string {
    return this.commonEnd !== '' && name.endsWith(this.commonEnd)
      ? name.slice(0, -this.commonEnd.length)
      : name
  }
}

function commonEnd([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return ''
  // From the first dot on, then from the second, ...: the longest end that every name has.
  for (let dot = first.indexOf('.'); dot > 0; dot = first.indexOf('.', dot + 1)) {
    const end = first.slice(dot)
    if (others.every((name) => name.length > end.length && name.endsWith(end))) return end
  }
  return ''
}
