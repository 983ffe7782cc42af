import { type MantineThemeOverride, mergeThemeOverrides } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { theme } from '../config/theme.ts'

/** Returns the theme of the components, with texts of the component library in the current language. */
export function useLocalizedTheme(): MantineThemeOverride {
  const { t } = useTranslation()
  const words = { dialog: t('common.closeDialog'), menu: t('common.closeMenu') }
  return useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: {
          ModalCloseButton: { defaultProps: { 'aria-label': words.dialog } },
          DrawerCloseButton: { defaultProps: { 'aria-label': words.menu } },
        },
      }),
    [words.dialog, words.menu],
  )
}
