import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Actor, systemActor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import type { Deployed } from '../../runtime/deploy/deployed.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { OperationContext } from '../operation-context.ts'
import { createDemoUsers } from './create-demo-users.ts'
import { madeBy } from './demo-users.ts'
import { startDemoInstances } from './start-demo-instances.ts'

/**
 * Installs the sample application in a workplace: demo users, the purchase request, and for a new one some running
 * requests. Several processes may call it at every start; existing parts stay unchanged.
 *
 * @returns the usernames of the created demo users.
 */
export async function installSamples({ runtime }: OperationContext, workplaceId: string): Promise<string[]> {
  const actor = systemActor(workplaceId, madeBy)
  const { users, deployed } = await runtime.db.withTransaction(actor, async (tx) => {
    await tx.batch([
      {
        name: 'samples_lock',
        text: `select pg_advisory_xact_lock(hashtextextended('millrace samples ' || $1::text, 0))`,
        values: [workplaceId],
      },
    ])
    const users = await createDemoUsers(runtime, tx, workplaceId)
    return { users, deployed: await deployModels(runtime, actor, tx) }
  })
  if (deployed?.isFirst) await startDemoInstances(runtime, actor, deployed)
  return users
}

/** Null when the newest deployment of the samples has these very files. */
async function deployModels(runtime: Runtime, actor: Actor, tx: Tx): Promise<(Deployed & { isFirst: boolean }) | null> {
  const files = readModels()
  const known = await readDeployed(tx, actor.workplaceId)
  if (
    files.length === known.length &&
    files.every(({ name, bytes }) => known.some((file) => file.name === name && bytes.equals(file.bytes)))
  )
    return null
  const answer = await deploy(runtime, actor, { name: 'Sample application', source: madeBy, tenantId: null, files })
  if (!answer.ok)
    throw new Error(
      `Expected the sample models to be valid, but: ${answer.problems.map(({ file, message }) => `${file}: ${message}`).join(' ')}`,
    )
  return { ...answer.deployed, isFirst: known.length === 0 }
}

function readModels(): { name: string; bytes: Buffer }[] {
  const folder = join(import.meta.dirname, 'models')
  return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
}

function readDeployed(tx: Tx, workplaceId: string): Promise<{ name: string; bytes: Buffer }[]> {
  const newest = kysely
    .selectFrom('deployment')
    .where('workplace_id', '=', workplaceId)
    .where('source', '=', madeBy)
    .orderBy('deployed_at', 'desc')
    .limit(1)
    .select('id')
  return tx.query(
    kysely
      .selectFrom('deployment_resource')
      .where('workplace_id', '=', workplaceId)
      .where('deployment_id', '=', newest)
      .select(['name', 'bytes']),
  )
}
