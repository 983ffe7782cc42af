import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Content } from '../../platform/uploads/content.ts'
import { readContent } from '../../platform/uploads/read-content.ts'
import type { FileContext } from '../operation-context.ts'

/**
 * Checks that the virus scan finds nothing in a file, or that no scan is configured. Files that could not be scanned
 * are refused and not stored. Returns null if clean.
 */
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
