import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Keys } from '../../../components/keys/keys.tsx'
import { paths } from '../../../config/paths.ts'
// Its texts: Home has none of them.
import '../../../lib/page-texts.ts'
import { useMenu } from '../menu/use-menu.ts'
import { goKeys } from './shortcuts.ts'
import classes from './shortcuts-dialog.module.css'

const categories = '/design/categories'
const dataLists = '/design/customdatalist'

/** What is done to the open task, where the user may: the page of the task has them. */
const taskKeys = [
  { letter: 'C', name: 'claimTask' },
  { letter: 'R', name: 'releaseTask' },
  { letter: 'D', name: 'delegateTask' },
  { letter: 'W', name: 'assignTask' },
  { letter: 'T', name: 'dueTask' },
  { letter: 'F', name: 'followUpTask' },
  { letter: 'P', name: 'prioritiseTask' },
  { letter: 'M', name: 'commentTask' },
  { letter: 'S', name: 'newPart' },
  { letter: 'N', name: 'newTask' },
] as const

/**
 * The dialog with the keyboard shortcuts that work on every page, without those for pages that the user cannot open.
 */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const addresses = new Set(useMenu().flatMap(({ to, entries }) => [to, ...entries.map((entry) => entry.to)]))
  const own = goKeys.filter(({ to }) => addresses.has(to))
  return (
    <Modal opened onClose={onClose} title={t('shell.shortcuts')} size={400}>
      <dl className={classes.keys}>
        <Shortcut label={t('shortcuts.openPalette')} keys={['Ctrl K']} />
        <Shortcut label={t('shortcuts.focusSearch')} keys={['/']} />
        <Shortcut label={t('shortcuts.show')} keys={['?']} />
        <Shortcut label={t('shortcuts.goBack')} keys={['Esc']} />
        <Shortcut label={t('shortcuts.moveRow')} keys={['J', 'K']} />
        <Shortcut label={t('shortcuts.moveFocus')} keys={['↑', '↓', 'Home', 'End']} />
        <Shortcut label={t('shortcuts.openRow')} keys={['Enter']} />
        <Shortcut label={t('shortcuts.selectRow')} keys={['X']} />
        <Shortcut label={t('shortcuts.selectMore')} keys={['Shift ↑', 'Shift ↓']} />
        <Shortcut label={t('shortcuts.selectPage')} keys={['A', 'Esc']} />
        <Shortcut label={t('shortcuts.sendForm')} keys={['Ctrl Enter']} />
        <Shortcut label={t('shortcuts.saveDraft')} keys={['Ctrl S']} />
        <Shortcut label={t('shortcuts.takeOffer')} keys={['Alt Z']} />
        <Shortcut label={t('shortcuts.moveTime')} keys={['←', '→', 'Home', 'End']} />
        <Shortcut label={t('shortcuts.moveLine')} keys={['←', '→', '↑', '↓']} />
        {addresses.has(paths.tasks('assigned'))
          ? taskKeys.map(({ letter, name }) => (
              <Shortcut key={`task ${letter}`} label={t(`shortcuts.${name}`)} keys={[letter]} />
            ))
          : null}
        {addresses.has(paths.tasks('assigned')) ? (
          <Shortcut label={t('shortcuts.sendAndNext')} keys={['Ctrl Shift Enter']} />
        ) : null}
        {addresses.has(categories) ? (
          <Shortcut label={t('shortcuts.moveCategory')} keys={['Alt ↑', 'Alt ↓', 'Alt ←', 'Alt →']} />
        ) : null}
        {addresses.has(dataLists) ? (
          <>
            <Shortcut label={t('shortcuts.moveCell')} keys={['←', '→', '↑', '↓']} />
            <Shortcut label={t('shortcuts.moveCells')} keys={['Home', 'End', 'Page ↑', 'Page ↓']} />
            <Shortcut label={t('shortcuts.changeCell')} keys={['Enter', 'F2']} />
            <Shortcut label={t('shortcuts.emptyCell')} keys={['Delete']} />
            <Shortcut label={t('shortcuts.stepBack')} keys={['Ctrl Z', 'Ctrl Y']} />
          </>
        ) : null}
        {own.map(({ letter, title }) => (
          <Shortcut key={letter} label={t('shortcuts.goTo', { page: t(title) })} keys={['G', letter.toUpperCase()]} />
        ))}
      </dl>
    </Modal>
  )
}

function Shortcut({ label, keys }: { label: string; keys: readonly string[] }) {
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  )
}
