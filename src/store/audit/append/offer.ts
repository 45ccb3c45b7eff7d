/**
 * Where those leave their records who lost the next place in the chain to somebody else: whoever
 * appends next takes them along. An offer is for one place only. Its author has seen the chain up
 * to there and says by it that none of these is recorded yet.
 */
export interface Offer {
  /** Sorts by how long its author has been waiting. */
  readonly ticket: string
  /** Its drafts as text: many look at an offer, and one takes it. */
  readonly body: string
}
