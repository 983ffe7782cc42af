import { type MantineThemeOverride, mergeThemeOverrides } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { theme } from '../config/theme.ts'

/** Returns the theme of the components, with texts of the component library in the current language. */
export function useLocalizedTheme(): MantineThemeOverride {
  const { t } = useTranslation()
  const texts = { dialog: t('common.closeDialog'), menu: t('common.closeMenu'), password: t('common.showPassword') }
  return useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: {
          ModalCloseButton: { defaultProps: { 'aria-label': texts.dialog } },
          DrawerCloseButton: { defaultProps: { 'aria-label': texts.menu } },
          PasswordInput: {
            defaultProps: {
              visibilityToggleFocusable: true,
              visibilityToggleButtonProps: { 'aria-label': texts.password },
            },
          },
        },
      }),
    [texts.dialog, texts.menu, texts.password],
  )
}
