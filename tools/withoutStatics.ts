/**
 * In place of `hoist-non-react-statics`, which only `withTheme` of `@emotion/react` calls. Nothing here uses that, but a
 * CommonJS package cannot be left out of the first visit otherwise.
 */
export default <Component>(target: Component): Component => target;
