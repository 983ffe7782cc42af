import IconChevronDown from 'icon:chevron-down'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { isMenuOpen, useLazyMenu } from '../../../components/menu/use-lazy-menu.ts'
import { Avatar } from '../../../components/person/person.tsx'
import { useDisplayName } from '../../../lib/session/use-display-name.ts'
import classes from './profile-menu.module.css'

/** Loaded when somebody is about to open it. */
const ProfileDropdown = lazyPart(() => import('./profile-dropdown.tsx'), { isAwaited: isMenuOpen })
const AboutDialog = lazyPart(() => import('./about-dialog.tsx'), { isAwaited: () => true })

/** The menu of the user's account. `compact` only shows the picture. */
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
      {isWanted ? <ProfileDropdown {...menu} onAbout={() => setAboutOpen(true)} /> : null}
      {isAboutOpen ? <AboutDialog onClose={() => setAboutOpen(false)} /> : null}
    </>
  )
}
