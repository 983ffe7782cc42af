import { type AppDecision, api } from '@millrace/contract'
import type { DesignDraft, DesignKind } from '../../components/designs/design-kind.ts'
import { isNamed, NameAndKey } from '../../components/designs/name-and-key.tsx'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'

/** The entries of the form of a decision. */
export interface DecisionDraft {
  readonly name: string
  readonly key: string
}

export const decisionDraft: DesignDraft<DecisionDraft> = { fields: DecisionFields, isComplete: isNamed }

/** Returns the kind of design *decision* for the shared pages of designs. */
export function kindOfDecision(params: { readonly appId: string; readonly decisionId: string }) {
  return {
    ...decisionDraft,
    texts: 'appDecisions',
    query: callQuery(api.appDecisions.get, { params }),
    history: callQuery(api.appDecisions.history, { params }),
    pickDraft: ({ name, key }) => ({ name, key }),
    save: (draft, revision) => call(api.appDecisions.save, { params, body: { ...draft, revision } }),
    disable: (deletedReason) => call(api.appDecisions.disable, { params, query: { deletedReason } }),
    restore: () => call(api.appDecisions.restore, { params }),
    restoreVersion: (version, current) =>
      call(api.appDecisions.restoreVersion, { params: { ...params, version }, body: { version: current } }),
  } as const satisfies DesignKind<AppDecision, DecisionDraft>
}

function DecisionFields(props: DraftFields<DecisionDraft>) {
  return <NameAndKey texts="appDecisions" {...props} />
}
