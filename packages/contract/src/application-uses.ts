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
      /** What it is called; what the application calls it where there is none. */
      name: z.string(),
      /** Of a form. */
      applicationId: z.string().nullable(),
      /** Of an adapter: the external system that it belongs to. */
      systemId: z.string().nullable(),
      /** Of a file adapter: the API that it belongs to. */
      apiId: z.string().optional(),
      /** What names it, as the parts of the application stand. */
      by: z.array(usingPart),
    }),
  ),
  /** What names something nobody can read, as long as it cannot be read itself. */
  unreadable: z.array(usingPart),
})

export type ApplicationUses = z.output<typeof applicationUses>
