/** Where in the cycle a plugin may run. */
export type ExtensionPoint =
  | 'preEnqueue'
  | 'queueSort'
  | 'preFilter'
  | 'filter'
  | 'postFilter'
  | 'preScore'
  | 'score'
  | 'reserve'
  | 'permit'
  | 'preBind'
  | 'bind'
  | 'postBind'

/** Of plugins that in some releases also have a PreFilter, which lets every waiting pod pass. */
export interface QueuePreFilter {
  readonly hasPreFilter: boolean
}

/** One value for every extension point, made in the order in which upstream's framework sets them up. */
export type AtEveryPoint<Value> = { readonly [point in ExtensionPoint]: Value }

export function atEveryPoint<Value>(make: (point: ExtensionPoint) => Value): AtEveryPoint<Value> {
  return {
    preFilter: make('preFilter'),
    filter: make('filter'),
    postFilter: make('postFilter'),
    reserve: make('reserve'),
    preScore: make('preScore'),
    score: make('score'),
    preBind: make('preBind'),
    bind: make('bind'),
    postBind: make('postBind'),
    permit: make('permit'),
    preEnqueue: make('preEnqueue'),
    queueSort: make('queueSort'),
  }
}
