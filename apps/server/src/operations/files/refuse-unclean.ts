import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Content } from '../../platform/uploads/content.ts'
import { readContent } from '../../platform/uploads/read-content.ts'
import type { FileContext } from '../operation-context.ts'

/** Null for a file in which the virus scan finds nothing, or where there is none. What is not scanned is not stored. */
export async function refuseUnclean(
  { db, scanner }: FileContext,
  { workplaceId }: Request,
  { name, content }: { readonly name: string; readonly content: Content },
): Promise<Refusal | null> {
  if (scanner === null) return null
  const verdict = await scanner.scan(readContent(db, workplaceId, content))
  switch (verdict.kind) {
    case 'clean':
      return null
    case 'infected':
      return refuse('file.infected', `The virus scan found a threat in “${name}”. The file was not saved.`)
    case 'not-scanned':
      return refuse(
        'file.not-scanned',
        `“${name}” was not saved because it could not be scanned for viruses. Try again later.`,
      )
  }
}
