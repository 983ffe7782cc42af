/** An icon of Tabler by its name; `build/icons.ts` makes the module. */
declare module 'icon:*' {
  const icon: import('./components/icon/drawn.tsx').DrawnIcon
  export default icon
}
