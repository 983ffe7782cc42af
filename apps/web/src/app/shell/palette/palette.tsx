import '../../../lib/page-texts.ts'
import '@mantine/spotlight/styles.layer.css'
import IconSearch from 'icon:search'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './palette.module.css'
import { closePalette, setPaletteQuery, stopKeeping, usePalette } from './palette-store.ts'
import { usePaletteGroups } from './use-palette-groups.tsx'

const [store, spotlight] = createSpotlight()

/** The command palette: pages, processes, tasks, people and commands, found by typing. */
export default function Palette({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation()
  const { isOpen, query, isEntered } = usePalette()
  const { groups, isPending } = usePaletteGroups({ query, isOpen, onHelp })
  useEffect(() => {
    if (isOpen) spotlight.open()
    else spotlight.close()
  }, [isOpen])
  const { listId } = useSpotlight(store)
  useFirstSelected(
    listId,
    isOpen ? `${query} ${groups.flatMap(({ actions }) => actions).length}` : null,
    isEntered,
    () => setPaletteQuery(query),
  )
  const keepEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) setPaletteQuery(query, findSelected(listId) === null)
  }
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setPaletteQuery}
      actions={groups}
      // What is found has been chosen already: by words here, by the server for tasks and people.
      filter={(_, actions) => actions}
      highlightQuery
      yOffset="12dvh"
      centered={false}
      overlayProps={{ blur: 0 }}
      classNames={{
        search: classes.input ?? '',
        actionsGroup: classes.group ?? '',
        action: classes.action ?? '',
        actionBody: classes.body ?? '',
        actionLabel: classes.label ?? '',
        actionDescription: classes.about ?? '',
        actionSection: classes.side ?? '',
      }}
      scrollable
      maxHeight="min(480px, 70dvh)"
      zIndex="var(--app-z-dialog)"
      nothingFound={isPending ? t('palette.searching') : t('palette.nothingFound')}
      onSpotlightClose={closePalette}
      attributes={{ content: { 'aria-label': t('palette.searchPages') } }}
      searchProps={{
        'aria-label': t('palette.searchPages'),
        placeholder: t('palette.searchPages'),
        onFocus: stopKeeping,
        onKeyDown: keepEnter,
        leftSection: <IconSearch size={17} stroke={1.6} />,
      }}
    />
  )
}

/**
 * Enter does what stands first until another entry is chosen, and it shows.
 *
 * @param shown what it is of, null for nothing.
 * @param isEntered Enter was pressed already.
 * @param onDone called when what stands first is opened for that.
 */
function useFirstSelected(listId: string, shown: string | null, isEntered: boolean, onDone: () => void): void {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (shown === null) return
    const frame = requestAnimationFrame(() => {
      const first = document.getElementById(listId)?.querySelector<HTMLElement>('[data-action]')
      if (!first) return
      if (findSelected(listId) === null) {
        first.setAttribute('data-selected', 'true')
        store.updateState((state) => ({ ...state, selected: 0 }))
      }
      if (!isEntered) return
      // What stays open, such as another try, is done once.
      done()
      findSelected(listId)?.click()
    })
    return () => cancelAnimationFrame(frame)
  }, [listId, shown, isEntered])
}

function findSelected(listId: string): HTMLElement | null {
  return document.getElementById(listId)?.querySelector<HTMLElement>('[data-selected]') ?? null
}
