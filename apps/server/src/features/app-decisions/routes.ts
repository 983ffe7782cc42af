import { appDecisionCalls as calls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeAppDecision } from '../../operations/app-decisions/change-app-decision.ts'
import { copyAppDecisions } from '../../operations/app-decisions/copy-app-decisions.ts'
import { createAppDecision } from '../../operations/app-decisions/create-app-decision.ts'
import { decisionDesigns } from '../../operations/app-decisions/decision-designs.ts'
import { fileRoutes } from '../../operations/designs/surface/file-routes.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { appDecisions } from './app-decision-list.ts'
import { presentDecision } from './present-decision.ts'

export function registerAppDecisions(app: FastifyInstance, context: AppContext): void {
  listRoutes(app, context.db, { calls, source: appDecisions })
  fileRoutes(app, context, decisionDesigns, {
    calls,
    open: calls.editor,
    ending: '.dmn',
    refOf: ({ appId, decisionId }) => ({ id: decisionId, applicationId: appId }),
    present: presentDecision,
    named: (decision) => ({ decision }),
    idsOf: ({ decisionIds }) => decisionIds,
    copiesOf: ({ decisions }) => decisions,
    create: createAppDecision,
    change: changeAppDecision,
    copy: copyAppDecisions,
  })
}
