import '@mantine/spotlight/styles.layer.css'
import IconSearch from 'icon:search'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './palette.module.css'
import { setPaletteOpen, usePaletteOpen } from './palette-store.ts'
import { usePaletteGroups } from './use-palette-groups.tsx'

const [store, spotlight] = createSpotlight()

/** Pages, processes, tasks, people and a few commands, found by typing. */
export default function Palette({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation()
  const isOpen = usePaletteOpen()
  const [query, setQuery] = useState('')
  const { groups, isPending } = usePaletteGroups({ query, isOpen, onHelp })
  useEffect(() => {
    if (isOpen) spotlight.open()
  }, [isOpen])
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
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
      nothingFound={isPending ? t('shell.searching') : t('shell.nothingFound')}
      onSpotlightClose={() => setPaletteOpen(false)}
      attributes={{ content: { 'aria-label': t('shell.searchPages') } }}
      searchProps={{
        'aria-label': t('shell.searchPages'),
        placeholder: t('shell.searchPages'),
        leftSection: <IconSearch size={17} stroke={1.6} />,
      }}
    />
  )
}
