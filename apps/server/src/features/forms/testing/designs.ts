import { randomUUID } from 'node:crypto'

/** Returns a design of text fields with these labels, as the designer sends it. */
export function designOf(...labels: readonly string[]): string {
  return JSON.stringify({
    schema: 2,
    id: 'form',
    root: labels.map((label, index) => ({ id: `n${index}`, type: 'text', key: `field${index}`, props: { label } })),
  })
}

interface Queries {
  query(text: string, values: readonly unknown[]): Promise<unknown>
}

/** Creates an application for forms. @returns its id. */
export async function createApplication(
  admin: Queries,
  { workplaceId, name = 'Orders' }: { readonly workplaceId: string; readonly name?: string },
): Promise<string> {
  const id = randomUUID()
  await admin.query(
    'insert into application (workplace_id, id, name, key, created_at, updated_at) values ($1, $2, $3, $4, now(), now())',
    [workplaceId, id, name, `app-${id}`],
  )
  return id
}
