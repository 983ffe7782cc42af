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

/** Registers the calls on the positions of a hierarchy. */
export function registerHierarchyNodes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, hierarchyCalls.level, ({ request, params: { id }, query }) => readLevel(db, request, { id, ...query }))
  route(app, hierarchyCalls.findNodes, ({ request, params: { id }, query }) => findNodes(db, request, { id, ...query }))
  route(app, hierarchyCalls.getNode, ({ request, params }) => getNode(db, request, params))
  route(app, hierarchyCalls.addNode, async ({ request, params: { id }, body }) => {
    const nodeId = await addNode(context, request, { id, ...body })
    return nodeId instanceof Refusal ? nodeId : getNode(db, request, { id, nodeId })
  })
  route(
    app,
    hierarchyCalls.saveNode,
    async ({ request, params, body: { revision, ...fields } }) =>
      (await changeNode(context, request, { ref: params, revision, fields })) ?? getNode(db, request, params),
  )
  route(
    app,
    hierarchyCalls.moveNode,
    async ({ request, params, body }) =>
      (await moveNode(context, request, { ref: params, ...body })) ?? getNode(db, request, params),
  )
  route(app, hierarchyCalls.removeNode, ({ request, params, query: { children } }) =>
    removeNode(context, request, { ref: params, children }),
  )
  route(app, hierarchyCalls.importNodes, async ({ request, params: { id }, query: { isDryRun }, body: { files } }) => {
    const [file] = files
    if (file === undefined) return refuse('request.invalid', 'Expected a part “file” with one file, but there is none.')
    return importNodes(context, request, { id, file, isDryRun: isDryRun === 'true' })
  })
}
