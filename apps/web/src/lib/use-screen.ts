import { useMediaQuery } from '@mantine/hooks'

export type Screen = 'phone' | 'tablet' | 'desktop'

/** Which of the three arrangements of the shell fits the window. */
export function useScreen(): Screen {
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const isDesktop = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  if (isPhone) return 'phone'
  return isDesktop ? 'desktop' : 'tablet'
}
