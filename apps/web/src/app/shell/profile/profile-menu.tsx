import IconChevronDown from 'icon:chevron-down'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLazyMenu } from '../../../components/menu/use-lazy-menu.ts'
import { Avatar } from '../../../components/person/person.tsx'
import { loadChunk } from '../../../lib/load-chunk.ts'
import { useDisplayName } from '../../../lib/session/use-display-name.ts'
import classes from './profile-menu.module.css'

/** Loaded when somebody is about to open it. */
const ProfileDropdown = lazy(() => loadChunk(() => import('./profile-dropdown.tsx')))
const AboutDialog = lazy(() => loadChunk(() => import('./about-dialog.tsx')))

/** The account: who is signed in, and what belongs to them. `compact` shows the picture alone. */
export function ProfileMenu({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation()
  const name = useDisplayName()
  const { button, menu, isWanted } = useLazyMenu()
  const [isAboutOpen, setAboutOpen] = useState(false)
  return (
    <>
      <button
        {...button}
        type="button"
        className={classes.button}
        aria-label={compact ? t('shell.profileMenu', { name }) : undefined}
      >
        <Avatar name={name} size={26} />
        {compact ? null : <span className={classes.name}>{name}</span>}
        {compact ? null : <IconChevronDown size={15} stroke={1.6} aria-hidden />}
      </button>
      {isWanted ? (
        <Suspense>
          <ProfileDropdown {...menu} onAbout={() => setAboutOpen(true)} />
        </Suspense>
      ) : null}
      {isAboutOpen ? (
        <Suspense>
          <AboutDialog onClose={() => setAboutOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
