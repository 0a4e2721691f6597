"""HTTPS in a hall without the internet: the hall's own certificate, and how tablets get it.

Browsers let a page work offline only over HTTPS. A laptop in a hall has no public name that a
public authority would vouch for, so it vouches for itself: ``authority`` makes a certificate
that can vouch for nothing but this hall's name and addresses of private networks, ``leaf`` the
one the server shows, ``folder`` keeps both beside the record, and ``install_page`` with
``install_server`` hand the first one (never its key) to the tablets.
"""
