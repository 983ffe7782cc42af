import { collectDiagnostics } from '../../operations/diagnostics/collect-diagnostics.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { BuildInfo } from '../../platform/build-info.ts'
import type { Database } from '../../platform/db/database.ts'
import { refuse } from '../../platform/errors/refusal.ts'

interface Context {
  readonly db: Database
  readonly clock: () => Date
  readonly build: BuildInfo
}

/** Returns the diagnostics of the installation as a text to save. Refuses in all workplaces but the default one. */
export async function getDiagnostics({ db, clock, build }: Context, { user: { workplaceId } }: Request) {
  const [rows] = await db.readPlatform((tx) =>
    tx.batch([{ name: 'diagnostics_place', text: 'select workplace_id from workplace where is_default', values: [] }]),
  )
  if (rows?.[0]?.[0] !== workplaceId)
    return refuse(
      'right.missing',
      'Diagnostics are about the installation. Ask an administrator of the default workplace.',
    )
  const found = await collectDiagnostics({ db, build, env: process.env, now: clock() })
  return { content: JSON.stringify(found, null, 2) }
}
