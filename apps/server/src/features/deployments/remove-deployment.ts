import type { User } from '../../platform/auth/user.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteDeployment } from '../../runtime/deploy/delete-definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { findDeployment, readContents } from './deployment-queries.ts'
import { noSuchDeployment } from './get-deployment.ts'

/** Deletes a deployment. With `cascade` what runs of it ends and all its history goes; without, what runs refuses it. */
export async function removeDeployment(
  runtime: Runtime,
  user: User,
  { id, cascade }: { id: string; cascade: boolean },
): Promise<void> {
  const { workplaceId } = user
  await runtime.db.read(user, async (tx) => {
    if ((await findDeployment(tx, workplaceId, id)) === null) throw noSuchDeployment()
    if (cascade) return
    const { processes } = await readContents(tx, workplaceId, id)
    const inUse = processes.filter(({ running }) => running > 0)
    if (inUse.length > 0) {
      const names = inUse.map(({ name, key, version }) => `${name ?? key} (version ${version})`).join(', ')
      throw refuse(
        'deployment.in-use',
        `Expected a deployment without running instances, but there are some of ${names}. Wait until they have ended, or delete them too.`,
      )
    }
  })
  await deleteDeployment(runtime, actorOf(user), id, { cascade })
}
