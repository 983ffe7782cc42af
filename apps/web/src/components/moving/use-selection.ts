import type { InstanceSelection } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchState } from '../../lib/use-search-state.ts'
import { findSelection } from './selections.ts'

/**
 * Returns the instances of a plan: the selection in the address, otherwise all instances of the version. Null when the
 * browser tab no longer has the selection.
 */
export function useSelection(definitionId: string): InstanceSelection | null {
  const [{ selection: key }] = useSearchState()
  const [found] = useState(() => (key === undefined ? { definitionId } : findSelection(key)))
  return found
}

/** Returns the text that describes a selection of instances. */
export function useSelectionText(selection: InstanceSelection, version: number, isEnded: boolean): string {
  const { t } = useTranslation()
  if ('ids' in selection)
    return t('moves.selected', { count: selection.ids.length, number: selection.ids.length.toLocaleString('en') })
  if ('query' in selection) return t('moves.filtered')
  return t(isEnded ? 'moves.allEnded' : 'moves.allRunning', { version })
}
