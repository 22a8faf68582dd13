import * as paths from '@isa/api-contract/paths';
import { type HeaderVariant, type MenuEntry, totalQuantity, useBasket, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Badge, Button, Container, surface, Icon, TextLink, tokens, VisuallyHidden } from '@isa/ui';
import { Logo } from '@isa/ui/art';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { keyframes, styled } from 'styled-components';
import { COMPACT_AFTER, useScroll } from '../scroll';
import { Search } from '../search/search';
import { HeroBand } from './hero-band';
import { MainMenu } from './main-menu';
import { MobileMenu } from './mobile-menu';
import { UserMenu } from './user-menu';
import { bar, iconControl } from './controls';

const Root = styled(Link)`
  ${iconControl}
`;

const Quantity = styled(Badge)`
  position: absolute;
  top: 1px;
  right: -1px;
`;

function BasketLink() {
  const quantity = useBasket(({ items }) => totalQuantity(items));
  return (
    <>
      <Root to={paths.basket} aria-label={quantity > 0 ? `Cart, ${itemCount(quantity)}` : 'Cart, empty'}>
        <Icon name="basket" />
        {quantity > 0 && <Quantity aria-hidden="true">{quantity > 99 ? '99+' : quantity}</Quantity>}
      </Root>
      <Announcement />
    </>
  );
}

/** Announces changes by the visitor, and not the basket that is read from the cookie after hydration. */
function Announcement() {
  const { store } = useHost().basket;
  const [text, setText] = useState('');
  useEffect(
    () =>
      store.subscribe((current, previous) => {
        const quantity = totalQuantity(current.items);
        // Browsers without the User Activation API announce every change.
        const hasInteracted = !('userActivation' in navigator) || navigator.userActivation.hasBeenActive;
        if (quantity === totalQuantity(previous.items) || !hasInteracted) return;
        setText(quantity === 0 ? 'Your cart is empty.' : `${itemCount(quantity)} in your cart.`);
      }),
    [store],
  );
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}

function itemCount(quantity: number): string {
  return `${quantity} ${quantity === 1 ? 'item' : 'items'}`;
}

const toSurface = keyframes`
  to {
    background-color: var(--isa-surface);
    border-color: var(--isa-line);
  }
`;

/**
 * The header's bar is fixed, with a spacer of constant height, and slides up instead of causing a layout. No
 * rule depends on properties, because adding one later makes the browser compute all styles of the page.
 */
const Bar = styled.div`
  position: fixed;
  container-type: inline-size;
  z-index: 40;
  inset: 0 0 auto;
  display: flex;
  align-items: center;
  height: var(--isa-header-height);
  translate: 0 0;
  padding-right: var(--isa-scroll-bar-room, 0px);
  ${surface('ink')}
  border-bottom: 1px solid var(--isa-line);
  transition:
    translate ${tokens.motion},
    background-color ${tokens.motion},
    border-color ${tokens.motion};
  &[data-variant='default'] {
    ${surface('paper')}
  }
  /* Over a picture the bar is transparent until the page is scrolled, which needs no scripts. */
  &:not([data-variant='default'], [data-compact='true']) {
    background-color: transparent;
    border-color: color-mix(in srgb, var(--isa-line) 60%, transparent);
    @supports (animation-timeline: scroll()) {
      animation: ${toSurface} linear both;
      animation-timeline: scroll(root);
      animation-range: 0 ${COMPACT_AFTER}px;
    }
    @supports not (animation-timeline: scroll()) {
      @media (scripting: none) {
        position: absolute;
      }
    }
  }
  &[data-compact='true'] {
    translate: 0 calc(-1 * var(--isa-header-squeeze));
  }
  @media print {
    position: static;
  }
`;

const Spacer = styled.div`
  height: var(--isa-header-height);
`;

const Row = styled(Container)`
  translate: 0 0;
  [data-compact='true'] > & {
    translate: 0 calc(var(--isa-header-squeeze) / 2);
  }
  transition: translate ${tokens.motion};
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${tokens.space(2)};
`;

const Home = styled(Link)`
  display: flex;
  align-items: center;
  min-height: 44px;
  text-decoration: none;
`;

/** The logo without the name, which does not fit alongside four icons, on the narrowest phones. */
const HeaderLogo = styled(Logo)`
  ${bar.down('sm')} {
    gap: ${tokens.space(2.5)};
    > span > span {
      display: none;
    }
  }
`;

const Actions = styled.div`
  display: flex;
  align-items: center;
  gap: ${tokens.space(0.5)};
  /* The space inside the last icon, so that it ends with the column. */
  margin-inline-end: -11px;
`;

const Enclosed = styled.p`
  display: flex;
  align-items: center;
  gap: ${tokens.space(2)};
  font-size: ${tokens.font.size.small};
  color: var(--isa-muted);
  a {
    margin-left: ${tokens.space(4)};
  }
`;

const ContactUs = styled.span`
  display: none;
  margin-inline: ${tokens.space(2)};
  ${bar.up('md')} {
    display: block;
  }
`;

interface HeaderProps {
  readonly variant: HeaderVariant;
  readonly menu: readonly MenuEntry[];
  /** Whether nothing leads away from the page but the logo and a link to help. */
  readonly enclosed: boolean;
}

export function Header({ variant, menu, enclosed }: HeaderProps) {
  return (
    <header>
      <CompactBar variant={variant}>
        <MemoControls menu={menu} enclosed={enclosed} />
      </CompactBar>
      <Spacer hidden={variant !== 'default'} data-isa-screen-only />
      {(variant === 'about' || variant === 'contact') && <HeroBand variant={variant} />}
    </header>
  );
}

function CompactBar({ variant, children }: Pick<HeaderProps, 'variant'> & { readonly children: ReactNode }) {
  const compact = useScroll(({ top }) => top > COMPACT_AFTER);
  return (
    <Bar data-variant={variant} data-compact={compact}>
      {children}
    </Bar>
  );
}

// Neither scrolling nor a page with another variant renders what is in the bar.
const MemoControls = memo(Controls);

function Controls({ menu, enclosed }: Omit<HeaderProps, 'variant'>) {
  const main = menu.filter((entry) => entry.menu === 'main');
  const account = menu.filter((entry) => entry.menu === 'account');
  return (
    <Row>
      <Home to={paths.home}>
        <VisuallyHidden>International Surveillance Academy, home</VisuallyHidden>
        <HeaderLogo />
      </Home>
      {enclosed ? (
        <Enclosed>
          <Icon name="lock" size={18} />
          <span>Secure connection</span>
          <TextLink as={Link} to={paths.contact}>
            Help
          </TextLink>
        </Enclosed>
      ) : (
        <>
          <MainMenu entries={main} />
          <Actions data-isa-screen-only>
            <ContactUs>
              <Button as={Link} to={paths.contact} size="small" variant="secondary">
                Contact Us
              </Button>
            </ContactUs>
            <Search menu={menu} />
            <UserMenu entries={account} />
            <BasketLink />
            <MobileMenu main={main} account={account} />
          </Actions>
        </>
      )}
    </Row>
  );
}
