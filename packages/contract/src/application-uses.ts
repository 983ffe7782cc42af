import { z } from 'zod'

const usingPart = z.object({ kind: z.enum(['process', 'form', 'decision']), id: z.string(), name: z.string() })

/** Objects outside of an application to which it refers. */
export const applicationUses = z.object({
  items: z.array(
    z.object({
      kind: z.enum([
        'email-template',
        'form-template',
        'form',
        'data-list',
        'rest-adapter',
        'sql-adapter',
        'file-adapter',
        'adapter',
        'global-property',
      ]),
      /** Null: there is none, or it is disabled. */
      id: z.string().nullable(),
      /** The name of the object; if it does not exist, the name that the application uses for it. */
      name: z.string(),
      /** The id of a form. */
      applicationId: z.string().nullable(),
      /** For an adapter: the external system that it belongs to. */
      systemId: z.string().nullable(),
      /** For a file adapter: the API that it belongs to. */
      apiId: z.string().optional(),
      /** The parts of the application that refer to it. */
      by: z.array(usingPart),
    }),
  ),
  /** Parts of the application that cannot be read and may refer to more. */
  unreadable: z.array(usingPart),
})

export type ApplicationUses = z.output<typeof applicationUses>
