import * as z from 'zod'

/** One plugin, predicate or priority of a profile. */
export const ProfilePlugin = z
  .strictObject({
    name: z.string().meta({ description: 'As `plugin` and `plugins` of a decision name it.' }),
    aliases: z.array(z.string()).optional().meta({
      description: 'classic-*: other names under which policies or articles know it.',
    }),
    default: z.boolean().meta({ description: 'It runs without a configuration.' }),
    weight: z.number().nullable().meta({ description: 'Of its score; null: it gives none.' }),
    points: z.array(z.string()).meta({
      description: 'preEnqueue, preFilter, filter, score, ...; classic-*: predicate or priority.',
    }),
    description: z.string().meta({ description: 'What it does, in one line.' }),
  })
  .meta({ id: 'ProfilePlugin' })

/** One release of a scheduler, as it is without a configuration. */
export const ProfileDescription = z
  .strictObject({
    name: z.string().meta({ examples: ['kubernetes-1.37'] }),
    version: z.string().meta({
      description: 'The release whose decisions it equals.',
      examples: ['v1.37.1'],
    }),
    default: z.boolean().meta({ description: 'Taken when a request names none.' }),
    config: z.string().meta({ description: 'The kind of configuration that it takes.' }),
    differences: z
      .array(z.string())
      .meta({ description: 'What distinguishes it from the others.' }),
    plugins: z.array(ProfilePlugin).meta({ description: 'In the order in which they run.' }),
  })
  .meta({ id: 'ProfileDescription' })

/** GET /v1/profiles. */
export const ProfileList = z
  .strictObject({ profiles: z.array(ProfileDescription) })
  .meta({ id: 'ProfileList' })
