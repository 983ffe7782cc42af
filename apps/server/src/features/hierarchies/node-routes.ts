import { hierarchyCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { addNode } from '../../operations/hierarchies/add-node.ts'
import { changeNode } from '../../operations/hierarchies/change-node.ts'
import { importNodes } from '../../operations/hierarchies/import-nodes.ts'
import { moveNode } from '../../operations/hierarchies/move-node.ts'
import { removeNode } from '../../operations/hierarchies/remove-node.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { findNodes, getNode, readLevel } from './read-nodes.ts'

/** The positions of a hierarchy. */
export function registerHierarchyNodes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, hierarchyCalls.level, ({ user, params: { id }, query }) => readLevel(db, user, { id, ...query }))
  route(app, hierarchyCalls.findNodes, ({ user, params: { id }, query }) => findNodes(db, user, { id, ...query }))
  route(app, hierarchyCalls.getNode, ({ user, params }) => getNode(db, user, params))
  route(app, hierarchyCalls.addNode, async ({ user, params: { id }, body }) => {
    const nodeId = await addNode(context, user, { id, ...body })
    return nodeId instanceof Refusal ? nodeId : getNode(db, user, { id, nodeId })
  })
  route(
    app,
    hierarchyCalls.saveNode,
    async ({ user, params, body: { revision, ...fields } }) =>
      (await changeNode(context, user, { ref: params, revision, fields })) ?? getNode(db, user, params),
  )
  route(
    app,
    hierarchyCalls.moveNode,
    async ({ user, params, body }) =>
      (await moveNode(context, user, { ref: params, ...body })) ?? getNode(db, user, params),
  )
  route(app, hierarchyCalls.removeNode, ({ user, params, query: { children } }) =>
    removeNode(context, user, { ref: params, children }),
  )
  route(app, hierarchyCalls.importNodes, async ({ user, params: { id }, query: { isDryRun }, body: { files } }) => {
    const [file] = files
    if (file === undefined) return refuse('request.invalid', 'Expected a part “file” with one file, but there is none.')
    return importNodes(context, user, { id, file, isDryRun: isDryRun === 'true' })
  })
}
