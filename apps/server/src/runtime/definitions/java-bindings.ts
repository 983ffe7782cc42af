import type { JavaBinding } from '@millrace/engine'
import type { Tx } from '../../platform/db/database.ts'

/** Finds the binding of a Java class or bean; null when it has none. */
export async function findJavaBinding(tx: Tx, workplaceId: string, name: string): Promise<JavaBinding | null> {
  const [rows] = await tx.batch([
    {
      name: 'java_binding_find',
      text: 'select kind, language, text from java_binding where workplace_id = $1 and name = $2',
      values: [workplaceId, name],
    },
  ])
  const row = rows?.[0]
  if (row === undefined) return null
  const [kind, language, text] = row as [JavaBinding['kind'], string | null, string]
  switch (kind) {
    case 'expression':
      return { kind, expression: { language: language ?? 'uel', text } }
    case 'script':
      return { kind, script: { language: language ?? 'javascript', text, resource: null } }
    case 'external':
      return { kind, topic: text }
    default:
      return kind satisfies never
  }
}
