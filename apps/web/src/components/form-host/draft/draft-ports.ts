import { api } from '@millrace/contract'
import { call } from '../../../lib/api/call.ts'
import { touch } from '../../../lib/api/touch.ts'
import type { FormPlace } from '../find-choices.ts'
import type { Draft } from './draft-machine.ts'
import type { DraftPorts } from './draft-store.ts'
import { type DraftOwner, forgetLocalDraft, keepLocalDraft } from './local-draft.ts'

/** Creates the access to the stores of a draft: this browser and the server. */
export function createDraftPorts({ kind, id }: FormPlace, owner: DraftOwner): DraftPorts {
  return {
    save: async ({ document: { hash }, basis }, { values, revision }) => {
      const kept = await call(kind === 'task' ? api.tasks.keepDraft : api.processes.keepStartDraft, {
        params: { id },
        body: { values, hash, revision, writer, ...basisOf({ basis }) },
      })
      // The menu counts drafts. Later saves make no other number.
      if (revision === 0) touch({ touches: ['drafts', 'tasks.counts'] })
      return kept
    },
    keepHere: ({ form, revision, unanswered }, values) =>
      keepLocalDraft(owner, {
        ...{ values, revision, unanswered, hash: form.document.hash, savedAt: new Date().toISOString() },
        ...basisOf(form),
      }),
    forgetHere: () => forgetLocalDraft(owner),
  }
}

function basisOf({ basis }: Pick<Draft['form'], 'basis'>): { readonly basis?: string } {
  return basis === undefined ? {} : { basis: basis.revision }
}

/** Names this window to the server. Another one after each load: a copied tab must not pass for this one. */
const writer = [...crypto.getRandomValues(new Uint8Array(12))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('')
