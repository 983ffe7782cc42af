import type { BatchItem } from '@millrace/contract'
import { describeRefusal } from '../../lib/api/describe-error.ts'
import { t } from '../../lib/i18n.ts'

/** Returns the state of an item of a batch, the refusal of a failed item, and the current state of its instance, as texts. */
export function describeItem({ state, code, message, now }: BatchItem): {
  readonly state: string
  /** Null: the item did not fail. */
  readonly refusal: string | null
  /** Null: the item is no instance, or its instance was deleted. */
  readonly now: string | null
} {
  return {
    state: t(states[state]),
    refusal: state === 'failed' ? describeRefusal({ code: code ?? '', message: message ?? '' }) : null,
    now: now === null ? null : t(`batchNow.${now}`),
  }
}

const states = { waiting: 'batch.itemWaiting', done: 'batch.itemDone', failed: 'batch.itemFailed' } as const
