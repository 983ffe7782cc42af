import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** Ten shades from light to dark, in hex: Mantine computes luminance from them. */
const race = [
  '#eef9fb',
  '#dcf2f6',
  '#bce5ed',
  '#90d0de',
  '#62bacb',
  '#36a0b3',
  '#007e90',
  '#006d7d',
  '#005967',
  '#02424d',
] as const
const gray = [
  '#f8f9fa',
  '#f1f3f5',
  '#e7eaed',
  '#e4e7ea',
  '#cdd3d9',
  '#a9b2bc',
  '#8a939e',
  '#5f6873',
  '#474f59',
  '#16191d',
] as const
const dark = [
  '#e8ebee',
  '#b4bcc5',
  '#929ca7',
  '#7d8894',
  '#39424b',
  '#2a3138',
  '#1c2126',
  '#15191d',
  '#0e1114',
  '#0a0c0e',
] as const

/** The id of the element that contains menus, dialogs and messages. */
export const overlaysId = 'overlays'

export const theme = createTheme({
  primaryColor: 'race',
  primaryShade: { light: 7, dark: 6 },
  colors: { race, gray, dark },
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily: 'var(--app-font)',
  fontFamilyMonospace: 'var(--app-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: 'var(--app-r-s)', md: 'var(--app-r)', lg: 'var(--app-r-l)', xl: '14px' },
  breakpoints: { xs: '480px', sm: '768px', md: '1200px', lg: '1440px', xl: '1680px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    ActionIcon: { defaultProps: { size: 'md', variant: 'subtle', color: 'gray' } },
    Tabs: { defaultProps: { keepMounted: false } },
    Checkbox: { defaultProps: { size: 'xs', radius: 'sm' } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        zIndex: 'var(--app-z-dialog)',
        transitionProps: { transition: 'fade-down', duration: 200 },
      },
    },
    // A header element inside a dialog would count as a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    // Whatever opens over the page stands in a region of its own: see the application.
    Portal: { defaultProps: { target: `#${overlaysId}` } },
    Drawer: { defaultProps: { zIndex: 'var(--app-z-dialog)' } },
    Tooltip: { defaultProps: { openDelay: 400, zIndex: 'var(--app-z-popover)', multiline: true, maw: 360 } },
    Popover: { defaultProps: { zIndex: 'var(--app-z-popover)' } },
    Menu: {
      defaultProps: {
        zIndex: 'var(--app-z-popover)',
        position: 'bottom-end',
        offset: 4,
        // The first entry takes the focus; a placeholder for it may not stand in a menu.
        withInitialFocusPlaceholder: false,
        transitionProps: { transition: 'fade-down', duration: 160 },
      },
    },
  },
})

/** Mantine's own variables, read from the tokens: alike in both schemes, because the tokens differ themselves. */
const variables = {
  '--mantine-color-body': 'var(--app-sheet)',
  '--mantine-color-text': 'var(--app-text)',
  '--mantine-color-dimmed': 'var(--app-text-3)',
  '--mantine-color-placeholder': 'var(--app-text-3)',
  '--mantine-color-anchor': 'var(--app-accent-text)',
  '--mantine-color-default': 'var(--app-raised)',
  '--mantine-color-default-hover': 'var(--app-hover)',
  '--mantine-color-default-color': 'var(--app-text)',
  '--mantine-color-default-border': 'var(--app-line-2)',
  '--mantine-color-error': 'var(--app-red)',
  '--mantine-color-disabled': 'var(--app-grey-soft)',
  '--mantine-color-disabled-color': 'var(--app-text-3)',
  '--mantine-primary-color-filled': 'var(--app-accent)',
  '--mantine-primary-color-filled-hover': 'var(--app-accent-hover)',
  '--mantine-primary-color-light': 'var(--app-accent-soft)',
  '--mantine-primary-color-light-color': 'var(--app-accent-text)',
  '--mantine-color-race-filled': 'var(--app-accent)',
  '--mantine-color-race-filled-hover': 'var(--app-accent-hover)',
  '--mantine-color-race-light': 'var(--app-accent-soft)',
  '--mantine-color-race-light-color': 'var(--app-accent-text)',
}

export const resolveCssVariables: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables })
