/** Classic priorities score from 0 to 10. */
export const SCORE_MAX = 10
