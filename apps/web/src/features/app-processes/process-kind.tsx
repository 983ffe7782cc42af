import { type AppProcess, api } from '@millrace/contract'
import type { DesignDraft, DesignKind } from '../../components/designs/design-kind.ts'
import { isNamed, NameAndKey } from '../../components/designs/name-and-key.tsx'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { CompareVersions } from './compare-versions.tsx'
import { ProcessFields } from './process-fields.tsx'
import { fitsStarters } from './starters-field.tsx'

interface NamedDraft {
  readonly name: string
  readonly key: string
}

/** The entries of the form of a process. Missing ones are empty. */
export interface ProcessDraft extends NamedDraft {
  readonly category: string
  readonly icon: string
  readonly documentation: string
  readonly starterUsers: string
  readonly starterGroups: string
}

const unsaid = { category: '', icon: '', documentation: '', starterUsers: '', starterGroups: '' }
export const emptyDraft: ProcessDraft = { name: '', key: '', ...unsaid }

/** Converts the entries of a process to the body of a call. */
export function presentDraft({ name, key, ...optional }: ProcessDraft) {
  const { category, icon, documentation, starterUsers, starterGroups } = optional
  return {
    name,
    key,
    category: category || null,
    icon: icon || null,
    documentation: documentation || null,
    starterUsers: starterUsers || null,
    starterGroups: starterGroups || null,
  }
}

export const processDraft: DesignDraft<ProcessDraft> = {
  fields: ProcessFields,
  isComplete: (draft) => isNamed(draft) && fitsStarters(draft.starterUsers) && fitsStarters(draft.starterGroups),
}
export const copyDraft: DesignDraft<NamedDraft> = { fields: CopyFields, isComplete: isNamed }

/** Returns the kind of design *process* for the shared pages of designs. */
export function kindOfProcess(params: { readonly appId: string; readonly processId: string }) {
  return {
    ...processDraft,
    texts: 'appProcesses',
    query: callQuery(api.appProcesses.get, { params }),
    history: callQuery(api.appProcesses.history, { params }),
    pickDraft: ({ name, key, category, icon, documentation, starterUsers, starterGroups }) => ({
      name,
      key,
      category: category ?? '',
      icon: icon ?? '',
      documentation: documentation ?? '',
      starterUsers: starterUsers ?? '',
      starterGroups: starterGroups ?? '',
    }),
    save: (draft, revision) => call(api.appProcesses.save, { params, body: { ...presentDraft(draft), revision } }),
    disable: (deletedReason) => call(api.appProcesses.disable, { params, query: { deletedReason } }),
    restore: () => call(api.appProcesses.restore, { params }),
    restoreVersion: (version, current) =>
      call(api.appProcesses.restoreVersion, { params: { ...params, version }, body: { version: current } }),
    compare: (compared) => <CompareVersions process={params} {...compared} />,
  } as const satisfies DesignKind<AppProcess, ProcessDraft>
}

function CopyFields(props: DraftFields<NamedDraft>) {
  return <NameAndKey texts="appProcesses" {...props} />
}
