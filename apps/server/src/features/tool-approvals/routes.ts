import { toolApprovalCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { askToolApproval } from '../../operations/tool-approvals/ask-tool-approval.ts'
import { decideToolApproval } from '../../operations/tool-approvals/decide-tool-approval.ts'
import { route } from '../../platform/http/route.ts'
import { listToolApprovals } from './list-tool-approvals.ts'

/** Registers the calls for requests of assistants to use a tool for the signed-in user. */
export function registerToolApprovals(app: FastifyInstance, context: AppContext): void {
  route(app, toolApprovalCalls.list, ({ request }) => listToolApprovals(context, request))
  route(app, toolApprovalCalls.ask, ({ request, body }) => askToolApproval(context, request, body))
  route(app, toolApprovalCalls.decide, ({ request, params, body }) =>
    decideToolApproval(context, request, { ...params, ...body }),
  )
}
