/** Where Kubernetes objects are in a request; everything else in it is its settings. */
export type BodyShape =
  | { readonly kind: 'settings' }
  /** A snapshot in any of its forms. */
  | { readonly kind: 'snapshot' }
  /** One object, whole: what is hand-written may be looked at for misspelt fields, */
  | { readonly kind: 'object' }
  /** or an array of them: pods to decide. */
  | { readonly kind: 'objects' }
  /** Anything, as large as what is kept of a body may be. */
  | { readonly kind: 'large' }
  /** An array of other values that may be as large as objects. */
  | { readonly kind: 'values' }
  /** An object of Berth's own. */
  | { readonly kind: 'members'; readonly members: Readonly<Record<string, BodyShape>> }

/** How a text is made up. */
export type TextForm =
  /** One value. */
  | 'value'
  /** A request in its first line, and in each further one a part of its snapshot. */
  | 'lines'
  /** Snapshots, one after the other. */
  | 'snapshots'

export interface BodyPlan {
  readonly shape: BodyShape
  /** Of objects of a snapshot only what scheduling reads, or everything. */
  readonly keeps: 'what scheduling reads' | 'everything'
}
