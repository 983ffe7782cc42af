import { type FormLanguage, parseDocument, prepareExpressions, type RuntimeDocument } from '@millrace/forms'
import { toDocument } from '@millrace/forms/design'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast, type Toast } from '../../../web/src/components/toast/show-toast.tsx'
import { describeError } from '../../../web/src/lib/api/describe-error.ts'
import { getTimeZone } from '../../../web/src/lib/time-zone.ts'
import { useInTurn } from '../../../web/src/lib/use-in-turn.ts'
import type { DesignerPort } from '../designer-port.ts'
import { checkCalculated } from '../model/check-calculated.ts'
import { checkDesign } from '../model/check-design.ts'
import { readSample } from '../model/sample.ts'
import { loadFeel } from '../runtime.ts'
import { useStore } from '../store/use-designer.ts'
import { getSample } from './use-sample.ts'

export interface Saving {
  /** The version of the design that was saved last; 0 before there is one. */
  readonly version: number
  readonly savedAt: string | null
  readonly isSaving: boolean
  /** Why the last try failed; null when it did not. */
  readonly error: unknown
  /** Saves it, after what is being saved already; that it could not be is shown. */
  readonly save: () => void
  /** Saves an earlier version as the next one, and opens it. Rejects when it cannot be. */
  readonly restore: (version: number) => Promise<void>
}

interface Options {
  readonly port: DesignerPort
  readonly version: number
  readonly getToken: () => string | null
  /** Called when problems have to be fixed before it can be saved. */
  readonly onProblems: () => void
  readonly onSaved: () => void
}

/** Saves the design with its compiled form. Changes that are made meanwhile stay marked as unsaved. */
export function useSaving({ port, getToken, onProblems, onSaved, ...given }: Options): Saving {
  const { t } = useTranslation()
  const store = useStore()
  const [state, setState] = useState<Omit<Saving, 'isSaving' | 'save' | 'restore'>>({
    version: given.version,
    savedAt: null,
    error: null,
  })
  const run = async (): Promise<boolean> => {
    const { stack, heldBy } = store.getState()
    if (heldBy !== null) {
      store.say(t('designer.lock.refused', { name: heldBy }))
      return false
    }
    setState((before) => ({ ...before, error: null }))
    try {
      const language = await loadFeel()
      const check = checkDesign(stack.design, language)
      store.setCheck(check)
      if (check.form === null) {
        showToast({
          kind: 'error',
          title: t('catalogue.request'),
          text: t('designer.saving.problems', { count: check.problems.length }),
          about: 'designer.saved',
        })
        onProblems()
        return false
      }
      const saved = await port.save({
        designerJson: JSON.stringify(toDocument(stack.design)),
        renderedJson: JSON.stringify(check.form),
        version: state.version,
        token: getToken(),
      })
      store.markSaved(stack)
      setState({ version: saved.version, savedAt: saved.savedAt, error: null })
      onSaved()
      showToast({
        ...describeCalculated(check.form, language),
        title: t('pageCatalogue.formDesignerSaved'),
        about: 'designer.saved',
      })
      return true
    } catch (error) {
      setState((before) => ({ ...before, error }))
      showToast({
        kind: 'error',
        title: t('catalogue.request'),
        text: `${describeError(error).message} ${t('designer.saving.comfort')}`,
        about: 'designer.saved',
      })
      return false
    }
  }
  const describeCalculated = (
    form: RuntimeDocument,
    language: FormLanguage,
  ): Pick<Toast, 'kind' | 'text' | 'action'> => {
    const count = countBroken(form, language)
    if (count === 0) return { kind: 'success' }
    return {
      kind: 'warning',
      text: t('designer.saving.calculated', { count }),
      action: { label: t('designer.saving.showChecks'), run: onProblems },
    }
  }
  // The second half of a double click would be a version that is the same.
  const isNeeded = () => state.savedAt === null || store.isDirty
  const { isUnderWay, start } = useInTurn({ isNeeded, run })
  const restore = async (version: number): Promise<void> => {
    const saved = await port.restoreVersion(version, { version: state.version, token: getToken() })
    const { designerJson } = await port.load()
    const read = parseDocument(designerJson ?? '')
    if (!read.ok) throw new Error(t('designer.unreadable'))
    store.replaceAll(read.document, t('designer.history.restored', { version }))
    store.markSaved(store.getState().stack)
    setState({ version: saved.version, savedAt: saved.savedAt, error: null })
    onSaved()
    showToast({ kind: 'success', title: t('designer.history.restored', { version }), about: 'designer.saved' })
  }
  return { ...state, isSaving: isUnderWay, save: start, restore }
}

/** How many calculated fields break a rule of theirs with the sample data; 0 where nobody can read that. */
function countBroken(form: RuntimeDocument, language: FormLanguage): number {
  const sample = readSample(getSample(), form)
  if (sample === null) return 0
  const context = { now: new Date(), timeZone: getTimeZone(), userId: null }
  const findings = checkCalculated(form, sample, { ...context, expressions: prepareExpressions(form, language) })
  return new Set(findings.map(({ node }) => node)).size
}
