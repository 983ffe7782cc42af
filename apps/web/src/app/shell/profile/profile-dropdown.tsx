import IconHelpCircle from 'icon:help-circle'
import IconInfoCircle from 'icon:info-circle'
import IconLayoutDashboard from 'icon:layout-dashboard'
import IconLogout from 'icon:logout'
import IconShieldLock from 'icon:shield-lock'
import IconUser from 'icon:user'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../components/link/link.tsx'
import { MenuAnchor } from '../../../components/menu/menu-anchor.tsx'
import type { LazyMenu } from '../../../components/menu/use-lazy-menu.ts'
import { paths } from '../../../config/paths.ts'
import { type Preferences, usePreference } from '../../../lib/preferences.ts'
import { useSession } from '../../../lib/session/session.ts'

const schemes = ['light', 'dark', 'auto'] as const
const schemeLabels = { light: 'shell.light', dark: 'shell.dark', auto: 'shell.system' } as const
const densities = ['compact', 'default', 'relaxed'] as const satisfies readonly Preferences['density'][]
const densityLabels = {
  compact: 'common.densityCompact',
  default: 'common.densityDefault',
  relaxed: 'common.densityRelaxed',
} as const

interface Props extends LazyMenu {
  readonly onAbout: () => void
}

/** The menu of the account: pages, appearance, signing out. */
export default function ProfileDropdown({ target, id, isOpen, onChange, onAbout }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const [isMounted, setMounted] = useState(false)
  // Closed at first, even when it was the click that loaded it: a menu gives the focus back only to where it saw it before.
  useEffect(() => setMounted(true), [])
  return (
    <Menu id={id} width={230} opened={isOpen && isMounted} onChange={onChange}>
      <MenuAnchor target={target} />
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.6} />}
          renderRoot={(root: object) => <Link {...root} to={paths.profile} />}
        >
          {t('shell.profile')}
        </Menu.Item>
        {session.helpUrl === null ? null : (
          <Menu.Item
            leftSection={<IconHelpCircle size={16} stroke={1.6} />}
            component="a"
            href={session.helpUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('shell.help')}
          </Menu.Item>
        )}
        {session.privacyPolicy === null ? null : (
          <Menu.Item
            leftSection={<IconShieldLock size={16} stroke={1.6} />}
            component="a"
            href={session.privacyPolicy.url}
            target="_blank"
            rel="noopener noreferrer"
          >
            {session.privacyPolicy.name}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconInfoCircle size={16} stroke={1.6} />} onClick={onAbout}>
          {t('shell.about')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLayoutDashboard size={16} stroke={1.6} />}
          renderRoot={(root: object) => <Link {...root} to={paths.dashboard} />}
        >
          {t('shell.dashboard')}
        </Menu.Item>
        <Menu.Divider />
        <SchemeItems />
        <Menu.Divider />
        <DensityItems />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} />}
          renderRoot={(root: object) => <Link {...root} to={paths.logout} />}
        >
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function SchemeItems() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('shell.colourScheme')}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? 'auto')}
      >
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t(schemeLabels[scheme])}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function DensityItems() {
  const { t } = useTranslation()
  const [density, setDensity] = usePreference('density')
  return (
    <>
      <Menu.Label>{t('common.density')}</Menu.Label>
      <Menu.RadioGroup
        value={density}
        onChange={(value) => setDensity(densities.find((choice) => choice === value) ?? 'default')}
      >
        {densities.map((choice) => (
          <Menu.RadioItem key={choice} value={choice}>
            {t(densityLabels[choice])}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
