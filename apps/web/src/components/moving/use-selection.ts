import type { InstanceSelection } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchState } from '../../lib/use-search-state.ts'
import { findSelection } from './selections.ts'

/** The instances that a plan is for: those of the address, else all of the version. Null: the tab has them no more. */
export function useSelection(definitionId: string): InstanceSelection | null {
  const [{ selection: key }] = useSearchState()
  const [found] = useState(() => (key === undefined ? { definitionId } : findSelection(key)))
  return found
}

/** What people call the instances of a selection. */
export function useSelectionText(selection: InstanceSelection, version: number, isEnded: boolean): string {
  const { t } = useTranslation()
  if ('ids' in selection)
    return t('moves.selected', { count: selection.ids.length, number: selection.ids.length.toLocaleString('en') })
  if ('query' in selection) return t('moves.filtered')
  return t(isEnded ? 'moves.allEnded' : 'moves.allRunning', { version })
}
