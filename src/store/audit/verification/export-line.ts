import * as z from 'zod'

/** Of the lines that an export is made of, beside the records. */
export const EXPORT_FORMAT = 1

/** A line that is no record. */
export const ExportLine = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('export'),
    format: z.literal(EXPORT_FORMAT),
    cluster: z.string(),
    from: z.int().min(1),
  }),
  z.looseObject({ kind: z.literal('next'), from: z.int() }),
  z.looseObject({ kind: z.literal('leaves'), from: z.int(), hashes: z.array(z.string()) }),
  z.looseObject({
    kind: z.literal('checkpoint'),
    sequence: z.int(),
    hash: z.string(),
    root: z.string(),
    expiries: z.array(z.tuple([z.int(), z.string().nullable()])),
    note: z.string().nullable(),
  }),
])
export type ExportLine = z.output<typeof ExportLine>
