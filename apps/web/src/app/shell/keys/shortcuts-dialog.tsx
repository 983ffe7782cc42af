import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Keys } from '../../../components/keys/keys.tsx'
import { useMenu } from '../menu/use-menu.ts'
import { goKeys } from './shortcuts.ts'
import classes from './shortcuts-dialog.module.css'

/** The keys that work on every page, as far as this user has what they lead to. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const addresses = new Set(useMenu().flatMap(({ to, entries }) => [to, ...entries.map((entry) => entry.to)]))
  const own = goKeys.filter(({ to }) => addresses.has(to))
  return (
    <Modal opened onClose={onClose} title={t('shell.shortcuts')} size={400}>
      <dl className={classes.keys}>
        <Shortcut label={t('shell.openPalette')} keys={['Ctrl K']} />
        <Shortcut label={t('shell.focusSearch')} keys={['/']} />
        <Shortcut label={t('shell.showShortcuts')} keys={['?']} />
        <Shortcut label={t('shell.goBack')} keys={['Esc']} />
        <Shortcut label={t('shell.moveRow')} keys={['J', 'K']} />
        <Shortcut label={t('shell.moveFocus')} keys={['↑', '↓', 'Home', 'End']} />
        <Shortcut label={t('shell.openRow')} keys={['Enter']} />
        <Shortcut label={t('shell.selectRow')} keys={['X']} />
        <Shortcut label={t('shell.sendForm')} keys={['Ctrl Enter']} />
        {own.map(({ letter, title }) => (
          <Shortcut key={letter} label={t('shell.goTo', { page: t(title) })} keys={['G', letter.toUpperCase()]} />
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
