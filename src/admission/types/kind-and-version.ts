/**
 * The struct without a name that the server reads first, in order to know what it has before it.
 */
export const KIND_AND_VERSION =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

export const KIND_AND_VERSION_FIELDS = { apiVersion: 'string', kind: 'string' } as const
