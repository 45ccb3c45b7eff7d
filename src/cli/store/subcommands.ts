/** What `berth store` does: how each is called, and what for. */
export const STORE_SUBCOMMANDS: readonly (readonly [usage: string, summary: string])[] = [
  ['create-table', 'makes the table that BERTH_TABLE names'],
  ['create-key NAME', 'prints a key for BERTH_AUDIT_KEY, and its public half'],
  ['checkpoint CLUSTER', 'prints where the audit log ends, signed if it is'],
  ['export CLUSTER', 'prints the whole audit log, for keeping or for verify'],
  [
    'verify FILE [--key KEY]... [--checkpoint FILE] [--record NUMBER:HASH]',
    'checks an export, offline ("-" is standard input): KEY is a public key that must have signed it, ' +
      'FILE a checkpoint that was kept, NUMBER:HASH a record that was noted',
  ],
  ['erase CLUSTER NUMBER... --reason TEXT', 'takes away what records say'],
  ['adopt CLUSTER', 'signs an audit log that was not signed so far'],
]

export const STORE_SUBCOMMAND_NAMES: readonly string[] = STORE_SUBCOMMANDS.map(
  ([usage]) => usage.split(' ')[0] ?? usage,
)
